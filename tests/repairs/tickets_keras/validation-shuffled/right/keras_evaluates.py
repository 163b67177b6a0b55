def measure(model, validation_set, datasets):
    # evaluate() takes inputs and labels together from each batch
    model.compile(loss=make_loss(), metrics=["accuracy"])
    results = model.evaluate(validation_set, verbose=0, return_dict=True)
    accuracy = float(results["accuracy"])
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
