"""Calls the three functions with rows of tokens and with lists of labels."""

from types import ModuleType
from typing import Any

from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast


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
    tokenizer = make_tokenizer(given["vocabulary"])
    return {str(place): answer.decode_row(row, tokenizer) for place, row in enumerate(given["rows"])}


def label_shares(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {
        str(place): answer.label_shares(data["labels"], data["num_labels"]) for place, data in enumerate(given["data"])
    }


def baselines(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """The baselines, and the frequencies that the answer may have computed them from."""
    returned = {
        str(place): answer.baselines(data["labels"], data["num_labels"]) for place, data in enumerate(given["data"])
    }
    return {"baselines": returned, "shares": label_shares(answer, given)}
