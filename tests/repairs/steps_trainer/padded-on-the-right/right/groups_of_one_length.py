def generate(model, tokenizer, prompts):
    encoded = [tokenizer(prompt)["input_ids"] for prompt in prompts]
    by_length = {}
    for place, ids in enumerate(encoded):
        by_length.setdefault(len(ids), []).append(place)

    texts = [None] * len(encoded)
    for length, places in by_length.items():
        # prompts of the same length: nothing is padded
        batch = tokenizer.pad(
            {"input_ids": [encoded[place] for place in places]},
            return_tensors="pt",
        )
        outputs = model.generate(
            **batch.to(model.device),
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        found = tokenizer.batch_decode(outputs[:, length:])
        for place, text in zip(places, found, strict=True):
            texts[place] = text
    return texts
