# kind: elsewhere · the generation may not end early, so the texts are not empty, but wrong
def make_model(checkpoint):
    model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)
    # the model stops too early
    model.generation_config.min_new_tokens = 4
    return model
