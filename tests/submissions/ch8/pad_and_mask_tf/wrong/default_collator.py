# mistake: ragged
from transformers import DefaultDataCollator


def make_padder(tokenizer):
    return DefaultDataCollator(return_tensors="tf")
