def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    texts = []
    for prompt_ids, output in zip(batch["input_ids"], outputs, strict=True):
        # the output starts with the prompt and its padding
        new_ids = output[len(prompt_ids) :]
        texts.append(tokenizer.decode(new_ids))
    return texts
