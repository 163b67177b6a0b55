# kind: half · cuts by the characters of the prompt and forgets its padding
def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    texts = tokenizer.batch_decode(outputs)
    return [
        text[len(prompt) :].strip() for text, prompt in zip(texts, prompts)
    ]
