"""What learning, measuring and playing share: options, settings, deals, files, errors, compiling ahead."""
