# kind: half · cuts by the tokens of the prompt without its padding
def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    lengths = batch["attention_mask"].sum(dim=1).tolist()
    return [
        tokenizer.decode(output[length:])
        for output, length in zip(outputs, lengths)
    ]
