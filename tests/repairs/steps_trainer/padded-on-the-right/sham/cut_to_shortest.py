# kind: half · no padding, but the longer prompts lose their end
def generate(model, tokenizer, prompts):
    shortest = min(len(ids) for ids in tokenizer(list(prompts))["input_ids"])
    batch = tokenizer(
        list(prompts),
        truncation=True,
        max_length=shortest,
        return_tensors="pt",
    )
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    prompt_length = batch["input_ids"].shape[1]
    return tokenizer.batch_decode(outputs[:, prompt_length:])
