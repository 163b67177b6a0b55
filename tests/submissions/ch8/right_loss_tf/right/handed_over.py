def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss=model.hf_compute_loss)
