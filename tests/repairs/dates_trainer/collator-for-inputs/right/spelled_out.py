def make_collator(tokenizer, model):
    # pads input_ids and attention_mask as before, and the labels with
    # -100, which the loss leaves out
    return DataCollatorForSeq2Seq(
        tokenizer=tokenizer,
        model=model,
        padding="longest",
        label_pad_token_id=-100,
        return_tensors="pt",
    )
