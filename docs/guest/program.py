"""A guest that is a program: it reads a question per line and writes an answer per line. Any language will do."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    words = [one["words"] for one in question["legal"]]
    answer = {"id": question["id"], "action": min(words, key=lambda text: (len(text), text))}
    print(json.dumps(answer), flush=True)
