package org.armci4j.transport.verbs;

import org.armci4j.transport.verbs.key.LocalAccess;

/**
 * The means by which all transfers through one rail reach local data, and their limits in bytes.
 *
 * @param access decides how the device reaches local data
 * @param buffers bounce buffers for copied data
 * @param copyPieceBytes longest piece of a copied transfer
 * @param maxMessageBytes longest request that the device takes
 * @param signalWithDataBytes most data that may share a message with the signal word behind them
 */
record TransferMeans(
    LocalAccess access,
    KeyedBuffers buffers,
    int copyPieceBytes,
    long maxMessageBytes,
    long signalWithDataBytes) {}
