class SentenceEncoder(nn.Module):
    def forward(self, inputs, input_lengths):
        sorted_len, indices = torch.sort(input_lengths, descending=True)
        _, desorted_indices = torch.sort(indices)
        packed = pack_padded_sequence(inputs[indices], sorted_len.cpu(), batch_first=True)
        res, state = self.rnn(packed)
        padded, _ = pad_packed_sequence(res, batch_first=True)
        return padded[desorted_indices]
