/**
 * Several paths to one rank: connects them, divides long transfers among them, and leads each from
 * one life to the next. It uses the network layer and knows no device. Begin with {@link
 * org.armci4j.transport.verbs.path.RankPath}, and with {@link
 * org.armci4j.transport.verbs.path.StripedTransfers}.
 */
package org.armci4j.transport.verbs.path;
