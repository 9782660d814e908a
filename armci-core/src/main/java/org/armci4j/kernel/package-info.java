/** Code that depends on the exact class of a segment: global memory, copies, words. */
package org.armci4j.kernel;
