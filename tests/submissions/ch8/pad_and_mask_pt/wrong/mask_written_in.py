# mistake: examples-written-to
import torch


def make_padder(tokenizer):
    def pad(features):
        for feature in features:
            feature["attention_mask"] = [1] * len(feature["input_ids"])
        rows = [{name: feature[name] for name in ("input_ids", "attention_mask")} for feature in features]
        labels = torch.tensor([feature["label"] for feature in features])
        return {**tokenizer.pad(rows, return_tensors="pt"), "labels": labels}

    return pad
