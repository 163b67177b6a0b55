def generate(model, tokenizer, prompts):
    def continue_prompt(prompt):
        batch = tokenizer(prompt, return_tensors="pt").to(model.device)
        output = model.generate(
            **batch,
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        start = batch["input_ids"].shape[-1]
        return tokenizer.decode(output[0, start:])

    return [continue_prompt(prompt) for prompt in prompts]
