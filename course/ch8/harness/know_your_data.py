"""Calls the three functions with rows of tokens and with lists of labels."""

from types import ModuleType
from typing import Any

from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from course.ch8.harness._know_your_data import baselines, decode_rows, label_shares

__all__ = ["baselines", "decoded_rows", "label_shares"]


def make_tokenizer(vocabulary: list[str]) -> Any:
    ids = {token: place for place, token in enumerate(vocabulary)}
    pieces = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    pieces.decoder = decoders.WordPiece()
    return PreTrainedTokenizerFast(
        tokenizer_object=pieces,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    )


def decoded_rows(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return decode_rows(answer, given, make_tokenizer(given["vocabulary"]))
