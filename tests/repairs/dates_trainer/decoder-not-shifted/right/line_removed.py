def make_collator(tokenizer, model):
    def collate(examples):
        sources = [
            {
                name: example[name]
                for name in ("input_ids", "attention_mask")
            }
            for example in examples
        ]
        targets = [
            {"input_ids": example["labels"]} for example in examples
        ]
        batch = tokenizer.pad(sources, return_tensors="pt")
        codes = tokenizer.pad(targets, return_tensors="pt")["input_ids"]
        # the model makes decoder_input_ids from the labels
        batch["labels"] = codes.masked_fill(
            codes == tokenizer.pad_token_id, -100
        )
        return batch

    return collate
