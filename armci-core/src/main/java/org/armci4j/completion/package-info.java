/** Put with completion: puts that both sides find as events, with flow control. */
package org.armci4j.completion;
