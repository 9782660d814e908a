/**
 * All algorithms by name, and the rules that choose one for a call. It is the only package that
 * knows every algorithm. Begin with {@link org.armci4j.collectives.selection.Catalogue} and {@link
 * org.armci4j.collectives.selection.Selection}.
 */
package org.armci4j.collectives.selection;
