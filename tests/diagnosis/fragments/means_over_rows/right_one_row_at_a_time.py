import torch
from torch import nn, optim

training_data = [("The dog ate the apple".split(), ["DET", "NN", "V", "DET", "NN"]), ("Everybody read that book".split(), ["NN", "V", "DET", "NN"])]
model = LSTMTagger(6, 6, len(word_to_ix), len(tag_to_ix))
loss_function = nn.NLLLoss()
optimizer = optim.SGD(model.parameters(), lr=0.1)

for epoch in range(300):
    total_loss = 0.0
    for sentence, tags in training_data:
        model.zero_grad()
        scores = model(prepare_sequence(sentence, word_to_ix))
        loss = loss_function(scores, prepare_sequence(tags, tag_to_ix))
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
    print(epoch, total_loss / len(training_data))
