package org.armci4j.transport.verbs.device;

import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibC;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;

/**
 * Calls the verbs of the data path. In C they are inline functions that jump through the context's
 * table of pointers; here each pointer is made callable once per device.
 */
final class DataPath {
  final LibIbverbs.PollCq pollCq;
  final LibIbverbs.RequestNotify requestNotify;
  final LibIbverbs.PostFunction postSend;
  final LibIbverbs.PostFunction postReceive;
  final LibIbverbs.PostFunction postSharedReceive;

  DataPath(LibC libC, long context) {
    long poll = Raw.getLong(context + Layout.IbvContext.OPS__POLL_CQ);
    long notify = Raw.getLong(context + Layout.IbvContext.OPS__REQ_NOTIFY_CQ);
    long send = Raw.getLong(context + Layout.IbvContext.OPS__POST_SEND);
    long receive = Raw.getLong(context + Layout.IbvContext.OPS__POST_RECV);
    long sharedReceive = Raw.getLong(context + Layout.IbvContext.OPS__POST_SRQ_RECV);
    pollCq = libC.pollCq(poll, poll, 0);
    requestNotify = libC.requestNotify(notify, notify, 0);
    postSend = libC.post(send, send, 0);
    postReceive = libC.post(receive, receive, 0);
    postSharedReceive = libC.post(sharedReceive, sharedReceive, 0);
  }
}
