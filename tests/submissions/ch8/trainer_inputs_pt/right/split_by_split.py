from transformers import DataCollatorWithPadding

make_collator = DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    sets = []
    for split in ["train", "validation_matched"]:
        data = raw_datasets[split].shuffle(seed=1)
        pairs = tokenizer(
            text=list(data["premise"]),
            text_pair=list(data["hypothesis"]),
            max_length=tokenizer.model_max_length,
            truncation=True,
        )
        for name in pairs:
            data = data.add_column(name, pairs[name])
        sets.append(data)
    return tuple(sets)
