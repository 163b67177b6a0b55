"""The checkpoint's own tokenizer: lower-cased WordPiece with BERT's special tokens."""

from collections import Counter
from collections.abc import Iterable

from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)
from transformers import DistilBertTokenizerFast

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
MAX_LENGTH = 512
# Every printable ASCII character has a piece, so that sentences from elsewhere are spelled, not lost.
ALPHABET = tuple(character for character in map(chr, range(33, 127)) if not character.isupper())
PIECE_LENGTHS = range(2, 6)


def vocabulary(counts: Counter[str], pieces: int) -> list[str]:
    """Special tokens, characters, the words, and the ``pieces`` beginnings and continuations that most words share.

    `tokenizers.trainers.WordPieceTrainer` breaks ties at random, so that no two runs agree; here ties are broken
    by spelling.
    """
    shared: Counter[str] = Counter()
    for word in counts:
        spans = {(at, at + length) for length in PIECE_LENGTHS for at in range(len(word) - length + 1)}
        shared.update({("##" if start else "") + word[start:end] for start, end in spans if word.isalpha()})
    words = sorted(counts, key=lambda word: (-counts[word], word))
    frequent = sorted(shared, key=lambda piece: (-shared[piece], piece))[:pieces]
    continuations = [f"##{character}" for character in ALPHABET]
    return list(dict.fromkeys([*SPECIAL, *ALPHABET, *continuations, *words, *frequent]))


def train(sentences: Iterable[str], pieces: int = 800) -> DistilBertTokenizerFast:
    """A tokenizer that has every word of the sentences whole, and the same one for the same sentences."""
    normalizer = normalizers.BertNormalizer(lowercase=True)
    splitter = pre_tokenizers.BertPreTokenizer()
    counts = Counter(
        word for sentence in sentences for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(sentence))
    )
    ids = {token: number for number, token in enumerate(vocabulary(counts, pieces))}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = splitter
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(token, ids[token]) for token in ("[CLS]", "[SEP]")],
    )
    return DistilBertTokenizerFast(
        tokenizer_object=tokenizer,
        do_lower_case=True,
        model_max_length=MAX_LENGTH,
        model_input_names=["input_ids", "attention_mask"],
        clean_up_tokenization_spaces=True,
    )
