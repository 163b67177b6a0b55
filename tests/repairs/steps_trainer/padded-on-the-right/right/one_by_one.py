def generate(model, tokenizer, prompts):
    # a single prompt needs no padding
    texts = []
    for prompt in prompts:
        batch = tokenizer(prompt, return_tensors="pt").to(model.device)
        output = model.generate(
            **batch,
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )[0]
        new_tokens = output[batch["input_ids"].shape[1] :]
        texts.append(tokenizer.decode(new_tokens))
    return texts
