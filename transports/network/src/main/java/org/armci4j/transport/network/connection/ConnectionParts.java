package org.armci4j.transport.network.connection;

import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.ConnectionOptions;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.Outbox;
import org.armci4j.transport.network.outbox.OwnHelper;
import org.armci4j.transport.network.outbox.PutBurst;
import org.armci4j.transport.network.outbox.RankRoute;
import org.armci4j.transport.network.outbox.WordCallers;
import org.armci4j.waiting.Waiter;

/** Makes what a connected rank consists of. */
final class ConnectionParts {
  private final int self;
  private final Network network;
  private final OriginSteps steps;
  private final ConnectionOptions options;
  private final ValueSlots values;
  private final OwnHelper helper;

  ConnectionParts(
      int self,
      Network network,
      Waiter waiter,
      OriginSteps steps,
      OwnHelper helper,
      ConnectionOptions options) {
    this.helper = helper;
    this.self = self;
    this.network = network;
    this.steps = steps;
    this.options = options;
    this.values = new ValueSlots(network.memory().allocate(ValueSlots.SIZE_BYTES).memory(), waiter);
  }

  /** Returns memory for the answers of one rank's helper thread. */
  RegisteredMemory.Part newReplies() {
    return network.memory().allocate((long) options.credits() * ReplySlots.SLOT_BYTES);
  }

  /**
   * Returns a rank whose endpoint has just been connected.
   *
   * @param replies takes the answers of that rank's helper thread
   * @param message the other side's, which says where this rank answers
   */
  ConnectedRank rank(
      int rank,
      NetworkEndpoint endpoint,
      RegisteredMemory.Part replies,
      ConnectMessage message,
      ConnectedRank.Further further) {
    RemoteHelper helper =
        new RemoteHelper(
            self, rank, endpoint, network.buffers(), replies.memory(), options.requestBytes());
    ReplySlots answers =
        new ReplySlots(
            endpoint,
            message.replyAddress(),
            network.importKey(rank, message.replyKey()),
            options.credits());
    WordCallers traffic = new WordCallers(options.gatheredBytes() >= Long.BYTES);
    return new ConnectedRank(endpoint, helper, answers, further, this::newOutbox, values, traffic);
  }

  /** Returns the lists that go to a rank by its line, which is connected. */
  AssistedLists lists(ConnectedRank rank, ScatterLine line) {
    AssistedLists lists = new AssistedLists(rank.helper(), line, network.memory(), helper::wake);
    rank.endpoint().progress().addBeside(lists);
    steps.add(lists);
    return lists;
  }

  private Outbox newOutbox(ConnectedRank rank) {
    NetworkEndpoint endpoint = rank.endpoint();
    BounceBuffers buffers = network.buffers();
    RankRoute route =
        new RankRoute(
            endpoint, rank.helper(), buffers, network.capabilities().maxMessageBytes(), rank);
    return new Outbox(
        route,
        new PutBurst(options.gatheredBytes()),
        options.queued(),
        buffers.memory().byteSize(),
        outbox -> {
          endpoint.progress().addBeside(outbox);
          steps.add(outbox);
        },
        helper);
  }
}
