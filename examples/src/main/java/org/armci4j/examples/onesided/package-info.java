/** Put, get and fetch-and-add between ranks, on one screen. */
package org.armci4j.examples.onesided;
