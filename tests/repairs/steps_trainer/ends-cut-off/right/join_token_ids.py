def tokenize(texts, tokenizer):
    # prompt and steps one after the other, the collator pads
    def tokenize_batch(examples):
        prompts = tokenizer(examples["prompt"], add_special_tokens=False)
        steps = tokenizer(examples["steps"], add_special_tokens=False)
        input_ids = []
        attention_mask = []
        for start, rest in zip(prompts["input_ids"], steps["input_ids"]):
            ids = start + rest + [tokenizer.eos_token_id]
            input_ids.append(ids)
            attention_mask.append([1] * len(ids))
        return {"input_ids": input_ids, "attention_mask": attention_mask}

    return texts.map(tokenize_batch, batched=True)
