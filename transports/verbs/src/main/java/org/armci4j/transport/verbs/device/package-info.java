/**
 * libibverbs from Java, through jnr-ffi: devices, registered memory, queues, and requests on them.
 * It knows nothing of ranks. Begin with {@link org.armci4j.transport.verbs.device.Device} and
 * {@link org.armci4j.transport.verbs.device.QueuePair}; names follow the verbs (ibv_post_send(3),
 * ibv_poll_cq(3), …), where the meaning of each is documented.
 *
 * <p>Everything that posts or polls writes and reads preallocated native memory and allocates
 * nothing. An object must not be closed while another thread uses it; used after it was closed, it
 * throws.
 */
package org.armci4j.transport.verbs.device;
