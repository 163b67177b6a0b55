from datasets import Dataset


def prepare_sets(raw_datasets, tokenizer):
    def tokenized(split):
        for premise, hypothesis, label in zip(split["premise"], split["hypothesis"], split["label"]):
            encoded = tokenizer(premise, hypothesis, truncation=True, max_length=512)
            yield {"label": int(label), "input_ids": encoded.input_ids, "attention_mask": encoded.attention_mask}

    return tuple(Dataset.from_list(list(tokenized(raw_datasets[n]))) for n in ["train", "validation_matched"])


def make_collator(tokenizer):
    def collate(examples):
        labels = [example.pop("label") for example in examples]
        batch = tokenizer.pad(examples, padding="longest", pad_to_multiple_of=32, return_tensors="pt")
        batch["labels"] = batch["input_ids"].new_tensor(labels)
        return batch

    return collate
