/**
 * The helper thread of a rank: the requests that others send to it, their answers, and how it
 * carries them out.
 */
package org.armci4j.transport.network.helper;
