# mistake: probabilities, stalls
def compile_model(model, optimizer):
    model.compile(loss="sparse_categorical_crossentropy", optimizer=optimizer)
