"""Calls the three functions in a web page, where there is neither tokenizers nor transformers: with a tokenizer of its own."""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from course.ch8.harness._know_your_data import baselines, decode_rows, label_shares

__all__ = ["WordPieces", "baselines", "decoded_rows", "label_shares"]
CONTINUES = "##"
"""The mark at the beginning of a piece that continues a word."""


class WordPieces:
    """Turns token ids back into text as a `PreTrainedTokenizerFast` of WordPiece tokens does; it cannot make tokens.

    Attributes and methods have the names, the parameters and the results that they have there.

    Args:
        vocabulary: the tokens, in the order of their ids; `[UNK]`, `[SEP]`, `[PAD]` and `[CLS]` are among them.
    """

    unk_token = "[UNK]"
    sep_token = "[SEP]"
    pad_token = "[PAD]"
    cls_token = "[CLS]"

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._tokens = list(vocabulary)
        self.vocab = {token: place for place, token in enumerate(vocabulary)}
        self.all_special_tokens = [self.unk_token, self.sep_token, self.pad_token, self.cls_token]
        self.all_special_ids = [self.vocab[token] for token in self.all_special_tokens]
        self.unk_token_id, self.sep_token_id, self.pad_token_id, self.cls_token_id = self.all_special_ids
        self.vocab_size = len(self._tokens)

    def __len__(self) -> int:
        return self.vocab_size

    def get_vocab(self) -> dict[str, int]:
        return dict(self.vocab)

    def convert_tokens_to_ids(self, tokens: str | Iterable[str]) -> int | list[int]:
        if isinstance(tokens, str):
            return self.vocab.get(tokens, self.unk_token_id)
        return [self.vocab.get(token, self.unk_token_id) for token in tokens]

    def convert_ids_to_tokens(self, ids: int | Iterable[int], skip_special_tokens: bool = False) -> str | list[str]:
        if isinstance(ids, int):
            return self._tokens[ids]
        return [self._tokens[each] for each in ids if not (skip_special_tokens and each in self.all_special_ids)]

    def convert_tokens_to_string(self, tokens: Sequence[str]) -> str:
        words = [token.removeprefix(CONTINUES) if token.startswith(CONTINUES) else f" {token}" for token in tokens[1:]]
        return "".join([*tokens[:1], *words])

    def decode(self, token_ids: int | Iterable[int], skip_special_tokens: bool = False, **options: Any) -> str:
        ids = [token_ids] if isinstance(token_ids, int) else token_ids
        tokens = self.convert_ids_to_tokens(ids, skip_special_tokens)
        return self.convert_tokens_to_string(list(tokens))

    def batch_decode(
        self, sequences: Iterable[Iterable[int]], skip_special_tokens: bool = False, **options: Any
    ) -> list[str]:
        return [self.decode(ids, skip_special_tokens, **options) for ids in sequences]


def decoded_rows(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return decode_rows(answer, given, WordPieces(given["vocabulary"]))
