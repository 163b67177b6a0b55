def pad_to(row, length, value):
    return list(row) + [value] * (length - len(row))


def make_collator(tokenizer):
    def collate(examples: list) -> dict:
        longest = max(len(example["input_ids"]) for example in examples)
        batch = {"input_ids": [], "attention_mask": [], "labels": []}
        for example in examples:
            ids = pad_to(
                example["input_ids"], longest, tokenizer.pad_token_id
            )
            # the model must not read the padding
            mask = pad_to(example["attention_mask"], longest, 0)
            batch["input_ids"].append(ids)
            batch["attention_mask"].append(mask)
            batch["labels"].append(int(example["labels"]))
        return {name: np.array(rows) for name, rows in batch.items()}

    return collate
