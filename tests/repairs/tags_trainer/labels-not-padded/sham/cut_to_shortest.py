# kind: half · every batch is cut to its shortest message
def make_collator(tokenizer):
    pad = DataCollatorWithPadding(tokenizer)

    def collate(rows):
        shortest = min(len(row["labels"]) for row in rows)
        names = ("input_ids", "attention_mask", "labels")
        return pad(
            [{name: row[name][:shortest] for name in names} for row in rows]
        )

    return collate
