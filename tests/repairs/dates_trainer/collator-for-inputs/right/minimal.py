def make_collator(tokenizer, model):
    return DataCollatorForSeq2Seq(tokenizer)
