from torch.nn import CrossEntropyLoss


def make_collator(tokenizer):
    # 0 is the tag "no name"; padding needs the label that the loss ignores
    ignored = CrossEntropyLoss().ignore_index
    return DataCollatorForTokenClassification(
        tokenizer, padding=True, label_pad_token_id=ignored
    )
