# kind: half · the ids are padded, but the mask is filled with ones: the model reads the padding as text
def make_collator(tokenizer):
    def collate(examples):
        longest = max(len(example["input_ids"]) for example in examples)
        ids = np.full(
            (len(examples), longest), tokenizer.pad_token_id, dtype=np.int64
        )
        mask = np.ones((len(examples), longest), dtype=np.int64)
        labels = np.zeros(len(examples), dtype=np.int64)
        for row, example in enumerate(examples):
            ids[row, : len(example["input_ids"])] = example["input_ids"]
            labels[row] = example["labels"]
        return {
            "input_ids": ids,
            "attention_mask": mask,
            "labels": labels,
        }

    return collate
