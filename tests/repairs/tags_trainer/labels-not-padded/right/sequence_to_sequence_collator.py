from transformers import DataCollatorForSeq2Seq


def make_collator(tokenizer):
    # it pads the labels as well, with -100
    return DataCollatorForSeq2Seq(tokenizer, label_pad_token_id=-100)
