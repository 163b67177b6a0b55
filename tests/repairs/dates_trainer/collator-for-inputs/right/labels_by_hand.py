import torch


def make_collator(tokenizer, model):
    pad_inputs = DataCollatorWithPadding(tokenizer)

    def collate(examples):
        inputs = []
        labels = []
        for example in examples:
            inputs.append(
                {
                    "input_ids": example["input_ids"],
                    "attention_mask": example["attention_mask"],
                }
            )
            labels.append(list(example["labels"]))
        batch = pad_inputs(inputs)
        longest = max(len(label) for label in labels)
        for label in labels:
            label.extend([-100] * (longest - len(label)))
        batch["labels"] = torch.tensor(labels)
        return batch

    return collate
