#undef real
#undef PRECISION
#undef BIAS
#undef INFINITE_EXPONENT
#undef MOST
#undef LEAST_NORMAL
#undef LEAST
#undef EPSILON
