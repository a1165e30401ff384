"""The first layer over codes and the policy over legal actions, computed where there is something to compute.

Most codes of an observation are 0, and some seven of hundreds of actions are legal. On a CPU compiled kernels leave out
the rest; on other devices torch computes with all of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.agents.framework.networks.forward import WORD, add_rows
from eurogym.envs.core.compile.kernels import entry

ILLEGAL = -1e9  # in place of the logits of illegal actions
COMMON = 0.25  # columns that are not 0 in more of the rows than this go through matrix products
SAMPLE = 4096  # rows that tell which these are


# --- kernels; arrays are contiguous ---------------------------------------------------------------------------------


@entry
def take_columns(codes, scale, common, taken):
    """Write codes (n, F) times scale (F,) of the common columns to taken (n, C)."""
    for row in range(codes.shape[0]):
        for j in range(common.shape[0]):
            taken[row, j] = codes[row, common[j]] * scale[common[j]]


@entry
def list_columns(codes, rare, start, columns):
    """Write where codes (n, F) are not 0 and rare uint8 (F,) is: row i has columns[start[i] : start[i + 1]]."""
    filled = 0
    for row in range(codes.shape[0]):
        start[row] = filled
        for place in range(codes.shape[1]):
            columns[filled] = place
            filled += (codes[row, place] != 0) & (rare[place] != 0)
    start[codes.shape[0]] = filled


@entry
def list_bytes(codes, rare, start, columns, line, words):
    """`list_columns` of uint8 codes; rare holds 0 and 255, line uint8 (W * 8,) and words uint64 (W,) share memory."""
    filled = 0
    for row in range(codes.shape[0]):
        start[row] = filled
        for place in range(codes.shape[1]):
            line[place] = codes[row, place] & rare[place]
        for word in range(words.shape[0]):
            if words[word] != 0:
                for place in range(WORD * word, WORD * word + WORD):
                    columns[filled] = place
                    filled += line[place] != 0
    start[codes.shape[0]] = filled


@entry
def list_rows(start, columns, begin, rows):
    """Write the rows of each column: column f has rows[begin[f] : begin[f + 1]]; begin int64 (F + 2,) is 0 before."""
    for j in range(start[start.shape[0] - 1]):
        begin[columns[j] + 2] += 1
    for place in range(1, begin.shape[0]):
        begin[place] += begin[place - 1]
    for row in range(start.shape[0] - 1):
        for j in range(start[row], start[row + 1]):
            rows[begin[columns[j] + 1]] = row
            begin[columns[j] + 1] += 1


@entry
def enter(codes, scale, start, columns, weights, values, out):
    """Add the listed codes (n, F) times scale (F,) times weights (F * H,) to out (n, H); values (F,): scratch."""
    for row in range(codes.shape[0]):
        listed = columns[start[row] : start[row + 1]]
        for j in range(listed.shape[0]):
            values[listed[j]] = codes[row, listed[j]] * scale[listed[j]]
        add_rows(out[row], weights, 0, values, listed, listed.shape[0])


@entry
def enter_backward(codes, scale, begin, rows, gradient, values, into):
    """Add to into (F, H) the gradient of the weights for a gradient (n * H,) of the result; values (n,): scratch."""
    for place in range(codes.shape[1]):
        listed = rows[begin[place] : begin[place + 1]]
        for j in range(listed.shape[0]):
            values[listed[j]] = codes[listed[j], place] * scale[place]
        add_rows(into[place], gradient, 0, values, listed, listed.shape[0])


@entry
def legal_policy(logits, masks, actions, log_probs, entropies, norms):
    """Write log-probabilities and entropies (n,) of logits (n, A) over the legal actions; norms (n,): of the logits."""
    for row in range(logits.shape[0]):
        most = logits[row, actions[row]]
        for action in range(logits.shape[1]):
            if masks[row, action]:
                most = max(most, logits[row, action])
        total = mean = 0.0
        for action in range(logits.shape[1]):
            if masks[row, action]:
                above = np.float64(logits[row, action] - most)
                share = np.exp(above)
                total += share
                mean += share * above
        norm = np.log(total)
        norms[row] = most + norm
        log_probs[row] = logits[row, actions[row]] - norms[row]
        entropies[row] = norm - mean / total


@entry
def legal_policy_backward(logits, masks, actions, norms, entropies, of_log_prob, of_entropy, into):
    """Write the gradient of logits to into (n, A), which is 0 before."""
    for row in range(logits.shape[0]):
        for action in range(logits.shape[1]):
            if masks[row, action]:
                log_prob = logits[row, action] - norms[row]
                share = np.exp(log_prob)
                into[row, action] = -share * (
                    of_log_prob[row] + of_entropy[row] * (log_prob + entropies[row])
                )
        into[row, actions[row]] += of_log_prob[row]


@entry
def draw_legal(logits, masks, uniform, actions):
    """Write an action of every row, drawn by a uniform number in [0, 1); below 0: the most likely one."""
    for row in range(logits.shape[0]):
        best = -1
        for action in range(logits.shape[1]):
            if masks[row, action] and (best < 0 or logits[row, action] > logits[row, best]):
                best = action
        actions[row] = best
        if uniform[row] >= 0.0:
            total = 0.0
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    total += np.exp(np.float64(logits[row, action] - logits[row, best]))
            left = uniform[row] * total
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    left -= np.exp(np.float64(logits[row, action] - logits[row, best]))
                    if left < 0.0:
                        actions[row] = action
                        break


# --- for torch ------------------------------------------------------------------------------------------------------


class CodesLinear(nn.Module):
    """A linear layer over codes: (codes * scale) @ weight + bias, for codes uint8 (n, F); float32 (n, H).

    It may stand first in any module. On a CPU, columns that are seldom different from 0 cost nothing where they are 0;
    `divide` finds out which these are.

    Attributes:
        weight: (F, H), the transpose of that of `nn.Linear`. bias: (H,).
        scale: float32 (F,), by which codes are multiplied (`batch.layout.scale`).
        rare: uint8 (F,), 255 for columns that are not part of the matrix product, 0 for others.
    """

    def __init__(self, scale: Any, width: int, gain: float = 2**0.5):
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(np.array(scale, np.float32)))
        self.register_buffer("rare", torch.zeros(len(self.scale), dtype=torch.uint8))
        self.weight = nn.Parameter(nn.init.orthogonal_(torch.empty(len(self.scale), width), gain))
        self.bias = nn.Parameter(torch.zeros(width))

    def divide(self, codes: torch.Tensor) -> None:
        """Tell rare from common columns by codes (n, F) like those to come; results stay the same but for rounding."""
        often = (codes[:: max(1, len(codes) // SAMPLE)] != 0).float().mean(dim=0)
        self.rare.copy_((often <= COMMON) * 255)

    def forward(self, codes: torch.Tensor, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        """Return (n, H) for codes (n, F), computed in `dtype` on other devices than a CPU."""
        if codes.device.type == "cpu":
            return _Enter.apply(codes.contiguous(), self.weight, self.bias, self.scale, self.rare)
        weight = (self.weight * self.scale[:, None]).to(dtype)
        return torch.addmm(self.bias.to(dtype), codes.to(dtype), weight).float()


def listed(codes: np.ndarray, rare: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where codes (n, F) are not 0 in rare columns, uint8 (F,) of 0 and 255: see `list_columns`."""
    start, columns = np.empty(len(codes) + 1, np.int64), np.empty(codes.size + WORD, np.int32)
    if codes.dtype == np.uint8:
        line = np.zeros(-(-codes.shape[1] // WORD) * WORD, np.uint8)
        list_bytes(codes, rare, start, columns, line, line.view(np.uint64))
    else:
        list_columns(codes, rare, start, columns)
    return start, columns[: start[-1]].copy()


class _Enter(torch.autograd.Function):
    """`CodesLinear` on a CPU: a matrix product of the common columns, and the rare ones where they are not 0."""

    @staticmethod
    def forward(context: Any, codes: Any, weight: Any, bias: Any, scale: Any, rare: Any) -> torch.Tensor:
        common = torch.nonzero(rare == 0)[:, 0]
        taken = torch.empty(len(codes), len(common))
        seen, scales = codes.numpy(), scale.numpy()
        take_columns(seen, scales, common.numpy(), taken.numpy())
        start, columns = listed(seen, rare.numpy())
        out = torch.addmm(bias, taken, weight.index_select(0, common))
        values = np.empty(len(rare), np.float32)
        enter(seen, scales, start, columns, weight.detach().numpy().ravel(), values, out.numpy())
        context.save_for_backward(codes, scale, common, taken)
        context.lists = start, columns
        return out

    @staticmethod
    def backward(context: Any, gradient: torch.Tensor) -> tuple:
        codes, scale, common, taken = context.saved_tensors
        gradient = gradient.contiguous()
        into = torch.zeros(len(scale), gradient.shape[1])
        into.index_copy_(0, common, taken.T @ gradient)
        start, columns = context.lists
        begin, rows = np.zeros(len(scale) + 2, np.int64), np.empty(len(columns), np.int32)
        list_rows(start, columns, begin, rows)
        values = np.empty(len(codes), np.float32)
        enter_backward(
            codes.numpy(), scale.numpy(), begin, rows, gradient.numpy().ravel(), values, into.numpy()
        )
        return None, into, gradient.sum(dim=0), None, None


class ActionsLinear(nn.Linear):
    """`nn.Linear` to the logits of actions; on a CPU, gradients that are 0, as of illegal actions, cost nothing."""

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return float32 (n, A) for (n, H)."""
        if hidden.device.type == "cpu" and torch.is_grad_enabled():
            return _Actions.apply(hidden, self.weight, self.bias)
        return super().forward(hidden)


class _Actions(torch.autograd.Function):
    """`ActionsLinear` on a CPU: backwards, gradients of logits are what codes are in `CodesLinear`."""

    @staticmethod
    def forward(context: Any, hidden: Any, weight: Any, bias: Any) -> torch.Tensor:
        context.save_for_backward(hidden.contiguous(), weight)
        return torch.addmm(bias, hidden, weight.T)

    @staticmethod
    def backward(context: Any, gradient: torch.Tensor) -> tuple:
        hidden, weight = (one.detach() for one in context.saved_tensors)
        given, count = gradient.contiguous().numpy(), gradient.shape[1]
        ones = np.ones(count, np.float32)
        start, columns = listed(given, np.full(count, 255, np.uint8))
        of_hidden, values = torch.zeros(hidden.shape), np.empty(max(given.shape), np.float32)
        enter(given, ones, start, columns, weight.numpy().ravel(), values, of_hidden.numpy())
        begin, rows = np.zeros(count + 2, np.int64), np.empty(len(columns), np.int32)
        list_rows(start, columns, begin, rows)
        of_weight = torch.zeros(weight.shape)
        enter_backward(given, ones, begin, rows, hidden.numpy().ravel(), values, of_weight.numpy())
        return of_hidden, of_weight, gradient.sum(dim=0)


class _LegalPolicy(torch.autograd.Function):
    """`policy_of` on a CPU."""

    @staticmethod
    def forward(context: Any, logits: Any, masks: Any, actions: Any) -> tuple[torch.Tensor, torch.Tensor]:
        log_probs, entropies, norms = torch.empty(3, len(logits)).unbind()
        given = logits.numpy(), masks.numpy(), actions.numpy()
        legal_policy(*given, log_probs.numpy(), entropies.numpy(), norms.numpy())
        context.save_for_backward(logits, masks, actions, norms, entropies)
        return log_probs, entropies

    @staticmethod
    def backward(context: Any, of_log_prob: torch.Tensor, of_entropy: torch.Tensor) -> tuple:
        logits, masks, actions, norms, entropies = (one.numpy() for one in context.saved_tensors)
        into = torch.zeros(logits.shape)
        of = of_log_prob.contiguous().numpy(), of_entropy.contiguous().numpy()
        legal_policy_backward(logits, masks, actions, norms, entropies, *of, into.numpy())
        return into, None, None


def policy_of(
    logits: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the log-probabilities (n,) of `actions` and the entropies (n,) of the policy over legal actions.

    logits: float32 (n, A). masks: bool (n, A), with at least one legal action in each row. actions: int64 (n,), legal.
    """
    if logits.device.type == "cpu":
        return _LegalPolicy.apply(logits.float().contiguous(), masks.contiguous(), actions.contiguous())
    log_probs = masked_log_probs(logits, masks)
    chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return chosen, -(torch.softmax(log_probs, dim=1) * log_probs).sum(dim=1)


def masked_log_probs(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Return the log-probabilities (n, A) of all actions, `ILLEGAL` and less where masks (n, A) are False."""
    return torch.log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=1)


@torch.no_grad()
def draw(logits: torch.Tensor, masks: torch.Tensor, best: bool = False) -> torch.Tensor:
    """Return a legal action of every row, int64 (n,), drawn from the policy, or the most likely one if `best`."""
    if logits.device.type == "cpu":
        uniform = torch.full((len(logits),), -1.0) if best else torch.rand(len(logits))
        actions = torch.empty(len(logits), dtype=torch.int64)
        given = logits.float().contiguous(), masks.contiguous(), uniform
        draw_legal(*(one.numpy() for one in given), actions.numpy())
        return actions
    log_probs = masked_log_probs(logits, masks)
    if best:
        return log_probs.argmax(dim=1)
    cumulated = torch.softmax(log_probs, dim=1).cumsum(dim=1)  # illegal actions add nothing to it
    uniform = torch.rand(len(logits), device=logits.device).clamp_(max=1.0 - 1e-6)
    return (cumulated <= (uniform * cumulated[:, -1])[:, None]).sum(dim=1)
