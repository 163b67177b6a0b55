# kind: half · smaller batches have less padding, but what there is stands on the right
def generate(model, tokenizer, prompts):
    prompts = list(prompts)
    texts = []
    for start in range(0, len(prompts), 4):
        batch = tokenizer(
            prompts[start : start + 4], padding=True, return_tensors="pt"
        )
        outputs = model.generate(
            **batch.to(model.device),
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        prompt_length = batch["input_ids"].shape[1]
        texts += tokenizer.batch_decode(outputs[:, prompt_length:])
    return texts
