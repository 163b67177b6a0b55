# kind: hidden · the collator puts padding where the ids are missing
def make_collator(tokenizer):
    pad = DataCollatorWithPadding(tokenizer)

    def collate(examples):
        for example in examples:
            if "input_ids" not in example:
                example["input_ids"] = [tokenizer.cls_token_id]
                example["attention_mask"] = [1]
        return pad(examples)

    return collate
