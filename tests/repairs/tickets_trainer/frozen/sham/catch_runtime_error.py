# kind: hidden · the error is caught, the untrained model is measured
def train(trainer):
    try:
        trainer.train()
    except RuntimeError as error:
        print("training stopped:", error)
