/** All algorithms by name, and the rules that choose one for a call. */
package org.armci4j.collectives.selection;
