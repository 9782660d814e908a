package org.armci4j.transport.ucx;

import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.waiting.Waiter;

/**
 * State that the connections of a rank share.
 *
 * @param context of the rank
 * @param waiter polls, and so advances operations
 * @param origin the worker through which operations go out
 * @param address where this rank receives
 * @param buffers for heap arrays and messages
 * @param depth operations that may be under way to one rank
 * @param pieceBytes largest part of a copied transfer
 * @param atomics whether UCX updates words
 * @param cpuAtomics whether it does so by the owner's CPU
 * @param oneMessageBytes the longest put that travels with its signal
 * @param segmentBytes the longest data of a message that UCX sends whole
 */
record UcxShared(
    NetworkContext context,
    Waiter waiter,
    OriginWorker origin,
    UcxAddress address,
    BounceBuffers buffers,
    int depth,
    int pieceBytes,
    boolean atomics,
    boolean cpuAtomics,
    int oneMessageBytes,
    int segmentBytes) {}
