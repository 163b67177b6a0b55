def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    prompt_length = batch["input_ids"].shape[1]
    return tokenizer.batch_decode(outputs[:, prompt_length:])
