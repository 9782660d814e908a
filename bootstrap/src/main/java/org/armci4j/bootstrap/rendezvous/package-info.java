/** The rendezvous: where ranks that are processes meet. Uses Netty; nothing else does. */
package org.armci4j.bootstrap.rendezvous;
