from transformers import DataCollatorForSeq2Seq


def make_collator(tokenizer):
    return DataCollatorForSeq2Seq(tokenizer, padding="longest")
