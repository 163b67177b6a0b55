import torch


def make_padder(tokenizer):
    pad_id = tokenizer.vocab[tokenizer.pad_token]

    def make_batch(examples):
        examples = [dict(example) for example in examples]
        longest = 0
        for example in examples:
            if len(example["input_ids"]) > longest:
                longest = len(example["input_ids"])
        shape = (len(examples), longest)
        input_ids = torch.zeros(shape, dtype=torch.long) + pad_id
        attention_mask = torch.zeros(shape, dtype=torch.long)
        labels = torch.zeros(len(examples), dtype=torch.long)
        for row, example in enumerate(examples):
            labels[row] = example.pop("label")
            for column, token in enumerate(example["input_ids"]):
                input_ids[row, column] = token
                attention_mask[row, column] = 1
        return {"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels}

    return make_batch
