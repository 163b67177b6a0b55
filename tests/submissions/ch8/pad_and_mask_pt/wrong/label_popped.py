# mistake: examples-changed
import torch


def make_padder(tokenizer):
    def pad(features):
        labels = [feature.pop("label") for feature in features]
        batch = tokenizer.pad(features, padding=True, pad_to_multiple_of=8, return_tensors="pt")
        batch["labels"] = torch.tensor(labels)
        return batch

    return pad
